import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://a.example',
  CONTACT_URL: 'https://b.example',
  SMTP_URL: 'outbox',
}
const server = 'postgres://shop:a-long-secret@db/solvane'

describe('settings of backups', () => {
  it('are none by default', () => {
    expect(loadConfig({})).toMatchObject({ backup: null, backupWarning: null })
  })

  it('are a target and how many are kept', () => {
    expect(loadConfig({ BACKUP_TO: '/mnt/backups' }).backup).toEqual({
      to: '/mnt/backups',
      keep: 14,
    })
    expect(loadConfig({ BACKUP_TO: 's3://safe/solvane', BACKUP_KEEP: '30' }).backup).toEqual({
      to: 's3://safe/solvane',
      keep: 30,
    })
  })

  it.each([
    [{ BACKUP_TO: 'ftp://host/folder' }, 'BACKUP_TO must be a folder, or s3://bucket/folder.'],
    [{ BACKUP_TO: 's3://No Bucket' }, 'BACKUP_TO must be a folder, or s3://bucket/folder.'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number of backups from 1 to 9999.'],
    [
      { DATABASE_URL: 'embedded', ROLE: 'web' },
      'DATABASE_URL must be set when ROLE is web: processes share it.',
    ],
  ])('%o is rejected with one sentence', (environment, sentence) => {
    expect(() => loadConfig(environment)).toThrow(sentence)
  })

  it('warn in production of an embedded database without a target', () => {
    const embedded = { ...production, DATABASE_URL: 'embedded' }
    expect(loadConfig(embedded).databaseUrl).toBeUndefined()
    expect(loadConfig(embedded).backupWarning).toMatch(
      /^No backups are made of the embedded database: set BACKUP_TO /,
    )
    expect(loadConfig({ ...embedded, BACKUP_TO: '/mnt' }).backupWarning).toBeNull()
    expect(loadConfig({ ...production, DATABASE_URL: server }).backupWarning).toBeNull()
    expect(loadConfig({ DATABASE_URL: 'embedded' }).backupWarning).toBeNull()
  })
})
