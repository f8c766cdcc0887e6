/** The rules between folders, each with its reason as `comment`. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files in a cycle can only be read, tested and loaded together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-features',
      comment: 'A feature can be understood with those below it, and without those above it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/api/src/features/[^/]+$' },
      to: { circular: true, path: '^apps/api/src/features/[^/]+$' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      comment: 'The server and the browser both load it.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: {
        path: '^(apps|packages/(client|embedded-postgres|payment-simulators|ui)|scripts|bench|e2e)/',
      },
    },
    {
      name: 'ui-imports-nothing-of-ours',
      comment:
        'The design system knows neither the shop nor its API, so that every app can use it.',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: {
        path: '^(apps|packages/(client|contract|embedded-postgres|payment-simulators)|scripts|bench|e2e)/',
      },
    },
    {
      name: 'client-imports-the-contract-only',
      comment: 'It runs in every browser app: it knows the API, and no app.',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^(apps|packages/(embedded-postgres|payment-simulators|ui)|scripts|bench|e2e)/' },
    },
    {
      name: 'simulators-import-nothing-of-ours',
      comment: 'They simulate providers, and know no more of the shop than those do.',
      severity: 'error',
      from: { path: '^packages/payment-simulators/' },
      to: { path: '^(apps|packages/(client|contract|embedded-postgres|ui)|scripts|bench|e2e)/' },
    },
    {
      name: 'embedded-postgres-imports-nothing-of-ours',
      comment: 'It starts before the shop, and knows PostgreSQL alone.',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(apps|packages/(client|contract|payment-simulators|ui)|scripts|bench|e2e)/' },
    },
    {
      name: 'production-loads-no-demo-part',
      comment:
        'The embedded PostgreSQL, the payment simulators and the demo data are loaded on demand: no production install holds them.',
      severity: 'error',
      from: {
        path: '^apps/api/(src|database/defaults)/',
        pathNot: '(\\.test|/payments/test-payments)\\.ts$',
      },
      to: {
        path: '^(packages/(embedded-postgres|payment-simulators)/|apps/api/database/seed/(seed-demo|demo-(catalogue|content|data))|apps/api/src/features/payments/test-payments\\.ts$)',
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'apps-never-import-apps',
      comment: 'Each app is built and served by itself; they meet in the API.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'Features are built on it: it stays usable by all of them.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/' },
      to: { path: '^apps/api/src/(features|app\\.ts|main\\.ts|context\\.ts)' },
    },
    {
      name: 'features-keep-their-queries-routes-sockets-and-jobs',
      comment:
        'Other features use the use cases and rules in its main folder, so that tables and routes have one owner.',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/' },
      to: {
        path: '^apps/api/src/features/([^/]+)/(.*\\.(queries|routes|socket|jobs)\\.ts$|[^/]+/)',
        pathNot: '^apps/api/src/features/$1/',
      },
    },
    {
      name: 'sql-only-in-queries',
      comment:
        'Kysely and pg are used by *.queries.ts, the database platform, migrations and seeds only.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: '(\\.queries\\.ts$|^apps/api/src/platform/database/|\\.test\\.ts$)',
      },
      to: { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'storefront-features-meet-only-in-routes',
      comment:
        'A route composes features through props and slots: each can change without the others.',
      severity: 'error',
      from: { path: '^apps/storefront/app/features/([^/]+)/' },
      to: {
        path: '^apps/storefront/app/(features/[^/]+|routes)/',
        pathNot: '^apps/storefront/app/features/$1/',
      },
    },
    {
      name: 'storefront-lib-knows-no-feature',
      comment: 'Every feature uses it, so it must not load one of them.',
      severity: 'error',
      from: { path: '^apps/storefront/app/(components|lib)/' },
      to: { path: '^apps/storefront/app/(features|routes)/' },
    },
    {
      name: 'back-office-features-meet-only-in-the-app',
      comment: 'The page list composes features: each can change without the others.',
      severity: 'error',
      from: { path: '^apps/admin/src/features/([^/]+)/' },
      to: {
        path: '^apps/admin/src/(features/[^/]+/|main\\.tsx)',
        pathNot: '^apps/admin/src/features/$1/',
      },
    },
    {
      name: 'back-office-frame-knows-no-feature',
      comment: 'Every page loads the frame, so it must not load a feature.',
      severity: 'error',
      from: { path: '^apps/admin/src/(data|layout)/' },
      to: { path: '^apps/admin/src/(features/|main\\.tsx)' },
    },
    {
      name: 'tools-are-not-imported',
      comment: 'Their packages are not installed with the rest.',
      severity: 'error',
      from: { path: '^(apps|packages|scripts|bench|e2e)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'Importing a test file would run its tests again.',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      // Our own build output is left out; installed packages are read.
      path: [
        '^(dist|\\.data|\\.cache)/',
        '^(apps|packages|tools)/[^/]+/(dist|\\.cache)/',
        // These tests import many features: with the helpers that every feature's tests import, they
        // would close a cycle between any two folders.
        '^apps/api/test/(crash|stateful)/',
      ],
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
