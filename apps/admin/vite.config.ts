import { layersFirst } from '@solvane/ui/layers-first.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One page with its chunks; the server hands it out at every address below /admin. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  appType: 'custom',
  plugins: [react(), layersFirst()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // All styles weigh less than the waits for a sheet a page would cost.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // Small files too are served as files: the page's policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'index.html' },
  },
})
