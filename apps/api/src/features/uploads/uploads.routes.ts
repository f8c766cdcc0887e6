import { endpoints } from '@solvane/contract/endpoints'
import { actsAs } from '@solvane/contract/staff-role'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { PictureStore } from '../media/picture-store.ts'
import { uploadFiles } from './upload-files.ts'

/** Serves uploads. The widths of the shop's pictures are made before anyone requests them. */
export function registerUploads(
  registry: EndpointRegistry,
  ctx: AppContext,
  pictures: Pick<PictureStore, 'prepare'>,
): void {
  registry.register(endpoints.uploadFiles, async ({ query, files, caller: { user } }) => {
    const { purpose } = query
    if (purpose === 'PICTURE' && !actsAs(user.staffRole, 'MANAGER'))
      throw new ShopError('FORBIDDEN')
    const data = await uploadFiles(ctx, { userId: user.id, purpose }, files)
    pictures.prepare(data.flatMap(({ src, width }) => (src ? { src, width } : [])))
    return { data, total: data.length }
  })
}
