/** The rules between folders; docs/architecture.md says why each exists. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-between-features',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/api/src/features/[^/]+$' },
      to: { circular: true, path: '^apps/api/src/features/[^/]+$' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: {
        path: '^(apps|packages/(client|embedded-postgres|payment-simulators|ui)|scripts|bench|e2e)/',
      },
    },
    {
      name: 'ui-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/ui/' },
      to: {
        path: '^(apps|packages/(client|contract|embedded-postgres|payment-simulators)|scripts|bench|e2e)/',
      },
    },
    {
      name: 'client-imports-the-contract-only',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^(apps|packages/(embedded-postgres|payment-simulators|ui)|scripts|bench|e2e)/' },
    },
    {
      name: 'simulators-import-nothing-of-ours',
      comment: 'They simulate others: what they know of the shop is what providers know.',
      severity: 'error',
      from: { path: '^packages/payment-simulators/' },
      to: { path: '^(apps|packages/(client|contract|embedded-postgres|ui)|scripts|bench|e2e)/' },
    },
    {
      name: 'embedded-postgres-imports-nothing-of-ours',
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
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/api/src/platform/' },
      to: { path: '^apps/api/src/(features|app\\.ts|main\\.ts|context\\.ts)' },
    },
    {
      name: 'features-keep-their-queries-routes-sockets-and-jobs',
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
      severity: 'error',
      from: { path: '^apps/storefront/app/features/([^/]+)/' },
      to: {
        path: '^apps/storefront/app/(features/[^/]+|routes)/',
        pathNot: '^apps/storefront/app/features/$1/',
      },
    },
    {
      name: 'storefront-lib-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/storefront/app/(components|lib)/' },
      to: { path: '^apps/storefront/app/(features|routes)/' },
    },
    {
      name: 'back-office-features-meet-only-in-the-app',
      severity: 'error',
      from: { path: '^apps/admin/src/features/([^/]+)/' },
      to: {
        path: '^apps/admin/src/(features/[^/]+/|main\\.tsx)',
        pathNot: '^apps/admin/src/features/$1/',
      },
    },
    {
      name: 'back-office-frame-knows-no-feature',
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
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      // What others built is read: of ours, what is built from the sources is not.
      path: [
        '^(dist|\\.data|\\.cache)/',
        '^(apps|packages|tools)/[^/]+/(dist|\\.cache)/',
        // Beside the helpers that every feature's tests import, these would make a circle of any two
        // folders.
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
