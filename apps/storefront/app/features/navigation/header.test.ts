import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideOnScroll } from './header.tsx'

const height = 80
let attributes: Set<string>
let onScroll: () => void
let remove: ReturnType<typeof vi.fn>

beforeEach(() => {
  attributes = new Set()
  remove = vi.fn()
  vi.stubGlobal('document', { documentElement: { scrollHeight: 3_000 } })
  vi.stubGlobal('window', {
    scrollY: 0,
    innerHeight: 1_000,
    addEventListener: (_: string, listener: () => void) => {
      onScroll = listener
    },
    removeEventListener: remove,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function start() {
  return hideOnScroll({
    offsetHeight: height,
    toggleAttribute: (name: string, isSet: boolean) =>
      isSet ? attributes.add(name) : attributes.delete(name),
  } as unknown as HTMLElement)
}

function scrollTo(...places: number[]) {
  for (const y of places) {
    window.scrollY = y
    onScroll()
  }
}

it('hides the header on the way down, beyond twice its height', () => {
  start()
  scrollTo(height)
  expect([...attributes]).toEqual(['data-scrolled'])
  scrollTo(height * 2 + 1)
  expect([...attributes]).toEqual(['data-scrolled', 'data-hidden'])
})

it('shows it again on the way up, and without its mark at the top', () => {
  start()
  scrollTo(900, 890)
  expect([...attributes]).toEqual(['data-scrolled'])
  scrollTo(0)
  expect([...attributes]).toEqual([])
})

it('ignores movements of a few pixels', () => {
  start()
  scrollTo(900, 895, 898)
  expect(attributes).toContain('data-hidden')
})

it('stays as it is where a place far down is restored', () => {
  start()
  scrollTo(1_900)
  expect([...attributes]).toEqual(['data-scrolled'])
  scrollTo(1_950)
  expect(attributes).toContain('data-hidden')
})

it('does not take the bounce at the end of the page for a way up', () => {
  start()
  scrollTo(1_000, 1_990, 2_060, 2_000)
  expect(attributes).toContain('data-hidden')
})

it('starts hidden nowhere and marks a page that is restored further down', () => {
  window.scrollY = 900
  const stop = start()
  expect([...attributes]).toEqual(['data-scrolled'])
  stop()
  expect(remove).toHaveBeenCalledWith('scroll', onScroll)
})
