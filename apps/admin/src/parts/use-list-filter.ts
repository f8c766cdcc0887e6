import { useListContext } from 'react-admin'

/** Fields that narrow the list around them: what binds one to the filter `name`, and what empties all. */
export function useListFilter<Name extends string>(names: readonly Name[]) {
  const { filterValues, setFilters } = useListContext()
  return {
    bind: (name: Name) => ({
      value: String(filterValues[name] ?? ''),
      onChange: ({ target }: { target: { value: string } }) => {
        const { [name]: _before, ...others } = filterValues
        setFilters(target.value ? { ...others, [name]: target.value } : others)
      },
      // Nothing is asked for here: all may stay open.
      required: true,
    }),
    isNarrowed: names.some((name) => filterValues[name]),
    clear: () =>
      setFilters(
        Object.fromEntries(
          Object.entries(filterValues).filter(([name]) => !names.some((own) => own === name)),
        ),
      ),
  }
}
