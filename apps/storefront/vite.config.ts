import { layersFirst } from '@solvane/ui/layers-first.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two builds of one source: the browser's chunks with their manifest, and the page renderer. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), layersFirst()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  builder: {},
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        // All styles weigh less than the waits for a sheet a part would cost.
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        // Small files too are served as files: the page's policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['app/entry-client.tsx', 'app/after-pictures.ts'],
          // What every page begins with comes as one file: dozens of small ones compress badly and wait
          // for one another. The entries stay apart: one waits for pages, which need that file, the
          // other comes long before it.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'shop',
                  tags: ['$initial'],
                  test: /^(?!.*(entry-client\.tsx|after-pictures\.ts)$)/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Built with its libraries inside, so that it is React's production build whatever NODE_ENV says.
      resolve: { noExternal: command === 'build' || undefined },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'app/entry-server.tsx' },
      },
    },
  },
}))
