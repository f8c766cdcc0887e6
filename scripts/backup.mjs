// Backs up the database and the uploads: `npm run backup -- --to FOLDER`.
import { join } from 'node:path'
import { runShopCommand } from './shop-command.mjs'

await runShopCommand(join('apps', 'api', 'src', 'backup-command.ts'))
