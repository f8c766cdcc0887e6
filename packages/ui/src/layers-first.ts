import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts the order of the cascade layers at the start of a site's single style sheet: shared parts
 * come before the base styles in it, and the first mention of a layer decides its rank.
 */
export function layersFirst(): Plugin {
  const base = new URL('./base.css', import.meta.url)
  const order = /^@layer [^;{]+;/m.exec(readFileSync(base, 'utf8'))?.[0]
  if (!order) throw new Error(`${base.pathname} does not say the order of the layers.`)
  return {
    name: 'layers-first',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          file.source = order + String(file.source)
        }
      }
    },
  }
}
