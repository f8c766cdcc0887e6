// Shows the keys that sign tokens, or makes a new one: `npm run keys -- rotate`.
import { join } from 'node:path'
import { runShopCommand } from './shop-command.mjs'

await runShopCommand(join('apps', 'api', 'src', 'keys-command.ts'))
