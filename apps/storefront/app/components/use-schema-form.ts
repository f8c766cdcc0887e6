import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldValues, useForm } from 'react-hook-form'

/**
 * A form checked by one of the contract's schemas: a field when it is left, then at every change,
 * and all of them on submit, which brings the focus to the first that is wrong. It begins with what
 * is in the fields: what was typed, or filled in by the browser, before the page was hydrated stays.
 */
export function useSchemaForm<Values extends FieldValues, Result>(schema: {
  _zod: { input: Values; output: Result }
}) {
  return useForm<Values, unknown, Result>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
  })
}
