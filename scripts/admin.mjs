// Makes an administrator: `npm run admin -- --email you@example.com`.
import { join } from 'node:path'
import { runShopCommand } from './shop-command.mjs'

await runShopCommand(join('apps', 'api', 'src', 'admin-command.ts'))
