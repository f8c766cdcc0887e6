import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const api = fileURLToPath(new URL('../../', import.meta.url))

/** Runs `npm run backup` or `restore` without its checks of the installation. */
export function run(
  command: 'backup' | 'restore',
  args: string[],
  settings: Record<string, string>,
) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const { PATH = '', HOME = '' } = process.env
    execFile(
      process.execPath,
      [join(api, 'src', `${command}-command.ts`), ...args],
      { env: { PATH, HOME, ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** The only backup in a folder. */
export async function backupIn(place: string): Promise<string> {
  const names = await readdir(place)
  const [name] = names
  if (!name || names.length > 1) throw new Error(`Not one backup: ${names}`)
  return join(place, name)
}
