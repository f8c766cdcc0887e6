import { paths } from '@solvane/contract/paths'
import { staffRoles } from '@solvane/contract/staff-role'
import { Button } from '@solvane/ui/button'
import { SelectField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { inWords } from '../../parts/in-words.ts'
import { zonePlace } from '../../parts/moment.tsx'
import { roleWords } from '../../parts/role-words.ts'
import { useListFilter } from '../../parts/use-list-filter.ts'
import styles from './audit-filters.module.css'

/** The calls that are noted: those of staff that change something. */
const noted = Object.entries(paths)
  .filter(([, place]) => !place.startsWith('GET ') && place.includes(' /admin/'))
  .map(([name]) => name)
  .toSorted()

const mostPeople = 100

/** Narrows the audit log by person, by what was done, and by day. */
export function AuditFilters() {
  const { bind, isNarrowed, clear } = useListFilter(['actorId', 'call', 'from', 'until'])
  const { data } = useQuery({
    queryKey: ['staff', 'everyone'],
    queryFn: () => api.call('listStaff', { query: { size: mostPeople, sort: 'name' } }),
  })
  const people = data?.data ?? []
  return (
    <fieldset className={styles.filters} aria-label="Narrow the list">
      <SelectField label="Who" {...bind('actorId')}>
        <option value="">Anyone</option>
        {staffRoles.toReversed().map((role) => (
          <optgroup key={role} label={roleWords[role].name}>
            {people
              .filter(({ staffRole }) => staffRole === role)
              .map(({ id, name, email }) => (
                <option key={id} value={id}>
                  {name ?? email}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField label="What" {...bind('call')}>
        <option value="">Anything</option>
        {noted.map((name) => (
          <option key={name} value={name}>
            {inWords(name)}
          </option>
        ))}
      </SelectField>
      <TextField label={`From (${zonePlace()})`} type="date" {...bind('from')} />
      <TextField label={`Until (${zonePlace()})`} type="date" {...bind('until')} />
      {isNarrowed && (
        <Button kind="link" onClick={clear}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
