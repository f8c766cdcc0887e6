import { useList } from '../data/list.tsx'

/** Fields that narrow the list around them: what binds one to the filter `name`, and what clears all. */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const { filters, setFilters } = useList()
  return {
    bind: (name: Name) => ({
      value: filters[name] ?? '',
      onChange: ({ target }: { target: { value: string } }) =>
        setFilters({ ...filters, [name]: target.value }),
      // No field is needed here: without this they would be marked as optional.
      required: true,
    }),
    isNarrowed: names.some((name) => filters[name]),
    clear: () =>
      setFilters({ ...filters, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  }
}
