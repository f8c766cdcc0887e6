import { z } from 'zod'

/** A filter that a form leaves empty when nothing is chosen. */
export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
