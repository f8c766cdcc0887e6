// Restores a backup into an empty database: `npm run restore -- --from FOLDER/solvane-…`.
import { join } from 'node:path'
import { runShopCommand } from './shop-command.mjs'

await runShopCommand(join('apps', 'api', 'src', 'restore-command.ts'))
