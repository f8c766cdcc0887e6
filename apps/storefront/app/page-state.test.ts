import { expect, it } from 'vitest'
import { scriptJson } from './page-state.tsx'

it('cannot close the script element or break it, and reads back as it was', () => {
  const state = { text: '</script><!-- <script>\u2028\u2029', nested: [null, 1.5, 'é'] }
  const written = scriptJson(state)
  expect(written).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(written)).toEqual(state)
})
