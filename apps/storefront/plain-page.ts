import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

/** A tag with its attributes, a comment, or a text: all that React's own markup consists of. */
const parts = /<(\/?)([a-z][\w-]*)((?: [^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|<!--.*?-->|([^<]+)/gis
const attributes = /([^\s=]+)(?:="([^"]*)")?/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The content of the document's root as elements of React, without components. */
export function plainElements(document: string): ReactNode {
  const start = document.indexOf('<div id="shop"')
  const markup = document.slice(start, document.indexOf('</div><script type="application/json"'))
  const open: { tag: string; props: Record<string, unknown>; children: ReactNode[] }[] = [
    { tag: 'div', props: {}, children: [] },
  ]
  const close = () => {
    const done = open.pop()
    if (done) open.at(-1)?.children.push(createElement(done.tag, done.props, ...done.children))
  }
  for (const [, isEnd, tag, inTag = '', isVoid, text] of markup.matchAll(parts)) {
    if (text) open.at(-1)?.children.push(unescaped(text))
    else if (isEnd) close()
    else if (tag) {
      open.push({ tag, props: propsOf(inTag), children: [] })
      if (isVoid) close()
    }
  }
  return open[0]?.children
}

/** Renders elements to markup. */
export const renderPlain: (elements: ReactNode) => string = renderToString

function propsOf(text: string): Record<string, unknown> {
  return Object.fromEntries(
    [...text.matchAll(attributes)].map(([, name = '', value = '']) => [
      name === 'class' ? 'className' : name,
      unescaped(value),
    ]),
  )
}

function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
}
