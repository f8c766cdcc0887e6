import { layersFirst } from '@solvane/ui/layers-first.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Wraps each `import()` in our own helper, which retries failed files; Vite's does not. */
function retriedImports(): Plugin {
  const helper = `${import.meta.dirname}/app/dynamic-import.ts`
  return {
    name: 'retried-imports',
    transform: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => ({
        code: `export { dynamicImport as __vitePreload } from ${JSON.stringify(helper)}`,
        map: null,
      }),
    },
  }
}

/**
 * Lets the build leave out what the shop does not use of React Router: links and forms, whose calls are not
 * marked as free of side effects and which are given names, the instrumentation of routers, and routes that
 * are found while the shop runs.
 */
function unusedParts(): Plugin {
  return {
    name: 'unused-parts',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\/(dom\/lib|router\/router)\.js$/ },
      handler: (code) => ({
        code: code
          .replace(/(?<== )(?=[\w$]+\.forwardRef\()/g, '/* @__PURE__ */ ')
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/\b(init|opts\?)\.(instrumentations|patchRoutesOnNavigation)\b/g, 'undefined'),
        map: null,
      }),
    },
  }
}

const libraries = /\/node_modules\/(react|react-dom|react-router|scheduler)\//

/** What listings, product pages and the home page share. */
const sharedByEntrances =
  /\/(product-grid|breadcrumbs|skeleton|seo|accordion|needs-scripts|product-options)\.(tsx?|module\.css)/

/**
 * What other pages share, those of one shopper above all. A page that waits for thirty small files, six at a time,
 * waits for five round trips.
 */
const sharedByOthers = {
  // Every part that queries needs nearly all of it, and the cart queries.
  queries:
    /\/(node_modules\/@tanstack\/|lib\/api\/(query-client|order-query|delivery)\.|lib\/session\/(session-profile|follow-session)|contract\/src\/delivery-texts\.|features\/favorites\/favorites-client|features\/cart\/(cart-client|cart-totals)\.)/,
  addresses: /\/features\/addresses\/(use-addresses|address-picker\.module)/,
  orders:
    /\/(features\/orders\/(order-texts|order-sheet|order-timeline|order-state|order-gate)\.|features\/payments\/(payment-texts|payment-methods|countdown)\.|features\/returns\/returns\.|components\/(address-lines|order-page)|ui\/src\/loading-mask|contract\/src\/(payment-methods|address-lines|tax-numbers)\.)/,
  live: /\/(lib\/api\/realtime\.|features\/payments\/payment-return-state|client\/src\/(connection|renew-tokens)\.|contract\/src\/realtime\.)/,
  auth: /\/(features\/auth\/(use-sign-in|auth-frame|auth-form)|components\/use-schema-form)\./,
  forms:
    /\/(components\/form-request|features\/account\/account-frame|ui\/src\/(dates|choice|field|empty-state)\.)/,
}

/** Two builds of one source: the browser's chunks with their manifest, and the page renderer. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), layersFirst(), retriedImports(), unusedParts()],
  css: { modules: { generateScopedName: '[local]_[hash:base64:3]' } },
  builder: {},
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        // All styles together weigh less than waiting for separate sheets would cost.
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        // Small files are served as files, too: the page's policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          // The starter calls the exports of the client's entry.
          preserveEntrySignatures: 'allow-extension',
          input: ['app/entry-client.tsx', 'app/starter.ts'],
          // What every page needs forms two files, so that a touch need not wait until both have run,
          // and what most entrances share another: dozens of small ones compress badly and wait for
          // one another. The starter stays separate: it runs long before.
          output: {
            // Each page names some thirty files.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'libraries', tags: ['$initial'], test: libraries },
                { name: 'shop', tags: ['$initial'], test: /^(?!.*starter\.ts$)/ },
                { name: 'entrances', test: sharedByEntrances },
                ...Object.entries(sharedByOthers).map(([name, test]) => ({
                  name,
                  test,
                  includeDependenciesRecursively: false,
                })),
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles the libraries, so that it is React's production build whatever NODE_ENV says.
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
