import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { needs, pathOf } from './programs.ts'

const cwd = fileURLToPath(new URL('../../../../deploy/observability/', import.meta.url))

test.each([
  ['the configuration', ['check', 'config', 'prometheus.yaml']],
  ['the alerts', ['check', 'rules', 'alerts.yaml']],
  ['when the alerts fire', ['test', 'rules', 'alerts.test.yaml']],
])('promtool accepts %s', (_, args) => {
  needs('promtool')
  expect(execFileSync(pathOf('promtool'), args, { cwd, encoding: 'utf8' })).toContain('SUCCESS')
})
