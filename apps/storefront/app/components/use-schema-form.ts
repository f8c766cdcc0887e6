import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

/** A schema of the contract. */
interface Schema<Values, Result> {
  _zod: { input: Values; output: Result }
  safeParse: (values: unknown) => {
    data?: unknown
    error?: { issues: { path: PropertyKey[]; message: string }[] }
  }
}

/** The errors by field, in words for the shopper. */
type Errors<Values> = { [Name in keyof Values]?: string }

/**
 * A form of text fields, checked by the contract's schema that `loadSchema` loads on demand: a
 * field when it is left, then at every change, and all of them on submit, which moves the focus to
 * the first error. Text typed while the schema loads is not sent. The form begins with the text in
 * its fields: whatever was typed, or filled in by the browser, before hydration stays. If the
 * schema does not load, the form is sent unchecked: the server checks it, too.
 */
export function useSchemaForm<Values extends object, Result>(
  loadSchema: () => Promise<Schema<Values, Result>>,
) {
  /** The fields that were left, or submitted. */
  const left = useRef(new Set<string>())
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [isChecking, setIsChecking] = useState(false)

  /**
   * Checks the values, shows the errors of visited fields, and returns the parsed values and all
   * errors by name.
   */
  async function check(read: () => Record<string, unknown>) {
    const schema = await loadSchema()
    // Read only now: of two checks that wait for the schema, the later need not be the last to end.
    const { data, error } = schema.safeParse(read())
    const wrong = new Map<string, string>()
    for (const { path, message } of error?.issues ?? []) {
      const name = String(path[0])
      if (!wrong.has(name)) wrong.set(name, message)
    }
    const visible = [...wrong].filter(([name]) => left.current.has(name))
    setErrors(Object.fromEntries(visible) as Errors<Values>)
    return { data, wrong }
  }

  /** The props of the field `name`. */
  function register(name: keyof Values & string) {
    const checkOnceLeft = ({ currentTarget: { form } }: FormEvent<HTMLInputElement>) => {
      // Without the schema the server finds the errors.
      if (form && left.current.has(name)) check(() => valuesOf(form)).catch(() => {})
    }
    return {
      name,
      onChange: checkOnceLeft,
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        left.current.add(name)
        checkOnceLeft(event)
      },
    }
  }

  /** Makes the form's `onSubmit` from the function that sends it. */
  function handleSubmit(send: (input: Result) => void) {
    return async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const form = event.currentTarget
      const values = valuesOf(form)
      left.current = new Set(Object.keys(values))
      setIsChecking(true)
      const { data, wrong } = await check(() => values).catch(() => unchecked)
      setIsChecking(false)
      if (wrong.size === 0) return send((data ?? values) as Result)
      const fields = [...form.elements] as HTMLInputElement[]
      fields.find(({ name, value }) => wrong.has(name) && value === values[name])?.focus()
    }
  }

  return { register, handleSubmit, errors, isChecking }
}

const unchecked = { data: undefined, wrong: new Map<string, string>() }

function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  return Object.fromEntries(new FormData(form))
}
