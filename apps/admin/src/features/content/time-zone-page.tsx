import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { SelectField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { setShopZone, zoneOptions } from '../../parts/shop-zone.ts'
import { DocumentPage } from './document-page.tsx'
import type { DocumentSource } from './use-document.ts'

type Settings = EndpointOutput<'getSettingsDraft'>['data']['document']
type Draft = EndpointInput<'saveSettings'>['body']['document']

const source: DocumentSource<Settings, Draft, Settings> = {
  name: 'time-zone',
  load: () => api.call('getSettingsDraft', {}),
  async save(body) {
    const saved = await api.call('saveSettings', { body })
    setShopZone(saved.data.document.timeZone)
    return saved
  },
  toValues: (settings) => settings,
  toDraft: (values) => values,
}

/** /time-zone: the shop's time zone. */
export function TimeZonePage() {
  return (
    <DocumentPage title="Time zone" source={source}>
      {({ values, update, errorOf }) => (
        <Panel title="Time zone of the shop">
          <SelectField
            label="Time zone"
            required
            value={values.timeZone}
            hint="Lists, filters, reports and sale dates use it. Office hours have their own."
            error={errorOf('timeZone')}
            onChange={({ target }) => update({ timeZone: target.value })}
          >
            {zoneOptions(values.timeZone).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </SelectField>
        </Panel>
      )}
    </DocumentPage>
  )
}
