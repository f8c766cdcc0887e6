import { useNavigate, useParams } from 'react-router'
import { beginDraft } from '../features/checkout/order-draft.ts'
import { SelectionScreen } from '../features/selections/selection-screen.tsx'
import { Queries } from '../lib/api/query-client.tsx'
import { orderPreviewPath } from '../lib/paths.ts'
import { LinkFrame, OpeningWords } from './link-opening.tsx'

/** /s/{token}: what an adviser has put together */
export function Component() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  return (
    <Queries>
      <LinkFrame frame="page" title="Your selection">
        <SelectionScreen
          token={token}
          opening={<OpeningWords page="selection" />}
          onOrder={(items) => {
            beginDraft({ items, source: 'buyNow', productPath: null, selection: token })
            void navigate(orderPreviewPath)
          }}
        />
      </LinkFrame>
    </Queries>
  )
}
