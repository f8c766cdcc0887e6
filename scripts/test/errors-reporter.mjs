import { writeFileSync } from 'node:fs'

/**
 * A Vitest reporter that writes errors outside of tests, such as a rejection nobody awaited, to the file that
 * ERRORS_FILE names: the report as JSON leaves them out.
 */
export default class ErrorsReporter {
  /** @param {readonly unknown[]} _modules @param {readonly import('vitest/node').SerializedError[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env.ERRORS_FILE
    if (file && errors.length > 0) writeFileSync(file, errors.map(inWords).join('\n\n'))
  }
}

/** @param {import('vitest/node').SerializedError} error */
function inWords({ type, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test, message, stack }) {
  const during = [test, path].filter(Boolean).join(' in ')
  return `${type ?? 'Error'}${during && ` during ${during}`}\n${stack ?? message}`
}
