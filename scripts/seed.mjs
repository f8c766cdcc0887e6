// Fills the demo store, and with `-- --products N` adds N further products: `npm run seed`.
import { join } from 'node:path'
import { runShopCommand } from './shop-command.mjs'

await runShopCommand(join('apps', 'api', 'database', 'seed', 'cli.ts'))
