import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { AdviserSelections } from '../../parts/adviser-selections.tsx'
import { Panel } from '../../parts/panel.tsx'

/** /selections: what advisers hold for customers and callers, and a selection for whoever calls. */
export function SelectionsPage() {
  return (
    <>
      <Title title="Selections" />
      <Panel title="The latest">
        <AdviserSelections
          recipient={{ kind: 'caller' }}
          make={async (input, email) => {
            const body = { ...input, ...(email && { email }) }
            return (await api.call('makeSelectionForCaller', { body })).data
          }}
        />
      </Panel>
    </>
  )
}
