/** How the variants of a product follow its options, for editors. */

/** An option being edited: values may still be missing. */
export interface EditedOption {
  name: string
  values: readonly string[]
}

/** A variant being edited: its values in the order of the options, '' for a missing one. */
export interface EditedVariant {
  values: readonly string[]
}

/** The variants after a change of the options; those in `removed` are no longer sold. */
export interface VariantPlan<Variant> {
  variants: Variant[]
  removed: Variant[]
}

type WithValues<Variant> = (variant: Variant, values: string[]) => Variant

const keyOf = (values: readonly string[]) => JSON.stringify(values)

/** Every combination of the options' values, in their order; none while an option has no value. */
export function combinationsOf(options: readonly EditedOption[]): string[][] {
  if (options.length === 0) return []
  return options.reduce<string[][]>(
    (combinations, { values }) =>
      combinations.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  )
}

/** The combinations without a variant. */
export function missingCombinations(
  options: readonly EditedOption[],
  variants: readonly EditedVariant[],
): string[][] {
  const taken = new Set(variants.map(({ values }) => keyOf(values)))
  return combinationsOf(options).filter((combination) => !taken.has(keyOf(combination)))
}

/**
 * Gives each variant that lacks a value for some option the first free combination that matches its
 * other values, so that a product's initial variant becomes the first generated one and keeps its
 * price and stock. A variant is removed if its combinations are all taken, or another has its
 * values already. While an option has no values, variants stay incomplete.
 */
export function fillVariants<Variant extends EditedVariant>(
  options: readonly EditedOption[],
  variants: readonly Variant[],
  withValues: WithValues<Variant>,
): VariantPlan<Variant> {
  const combinations = combinationsOf(options)
  const all = new Set(combinations.map(keyOf))
  const free = new Map(missingCombinations(options, variants).map((one) => [keyOf(one), one]))
  const plan: VariantPlan<Variant> = { variants: [], removed: [] }
  const kept = new Set<string>()
  for (const variant of variants) {
    const isWaiting = combinations.length === 0 || all.has(keyOf(variant.values))
    const found = isWaiting
      ? variant.values
      : [...free.values()].find((one) => agrees(options, variant.values, one))
    if (!found || kept.has(keyOf(found))) {
      plan.removed.push(variant)
      continue
    }
    free.delete(keyOf(found))
    kept.add(keyOf(found))
    plan.variants.push(isWaiting ? variant : withValues(variant, [...found]))
  }
  return plan
}

/** Whether a combination matches the values that are chosen; an unknown value never matches. */
function agrees(
  options: readonly EditedOption[],
  chosen: readonly string[],
  combination: readonly string[],
): boolean {
  return options.every(
    ({ values }, at) => !values.includes(chosen[at] ?? '') || chosen[at] === combination[at],
  )
}

/**
 * Also adds variants from `add` for the missing combinations; it gets the variant with the most
 * values in common, whose price fits best. At most `most` variants result.
 */
export function generateVariants<Variant extends EditedVariant>(
  options: readonly EditedOption[],
  variants: readonly Variant[],
  {
    withValues,
    add,
    most,
  }: {
    withValues: WithValues<Variant>
    add: (values: string[], like: Variant | undefined) => Variant
    most: number
  },
): VariantPlan<Variant> {
  const plan = fillVariants(options, variants, withValues)
  const added = missingCombinations(options, plan.variants)
    .slice(0, Math.max(most - plan.variants.length, 0))
    .map((values) => add(values, nearest(plan.variants, values)))
  return { ...plan, variants: [...plan.variants, ...added] }
}

function nearest<Variant extends EditedVariant>(
  variants: readonly Variant[],
  values: readonly string[],
): Variant | undefined {
  const shared = (variant: Variant) =>
    variant.values.filter((value, at) => value === values[at]).length
  return variants.toSorted((one, other) => shared(other) - shared(one))[0]
}

/**
 * The variants after option `at` loses `value`: those with it are removed. If it was the option's
 * last value they stay without one, so that a value can be replaced.
 */
export function withoutValue<Variant extends EditedVariant>(
  options: readonly EditedOption[],
  variants: readonly Variant[],
  { at, value, withValues }: { at: number; value: string; withValues: WithValues<Variant> },
): VariantPlan<Variant> {
  const isLast = options[at]?.values.every((one) => one === value) ?? false
  if (isLast)
    return {
      variants: variants.map((variant) => withValues(variant, variant.values.with(at, ''))),
      removed: [],
    }
  return {
    variants: variants.filter(({ values }) => values[at] !== value),
    removed: variants.filter(({ values }) => values[at] === value),
  }
}

/** The variants after option `at` is removed: of equal ones the first. */
export function withoutOption<Variant extends EditedVariant>(
  variants: readonly Variant[],
  { at, withValues }: { at: number; withValues: WithValues<Variant> },
): VariantPlan<Variant> {
  const plan: VariantPlan<Variant> = { variants: [], removed: [] }
  const kept = new Set<string>()
  for (const variant of variants) {
    const values = variant.values.toSpliced(at, 1)
    if (kept.has(keyOf(values))) plan.removed.push(variant)
    else plan.variants.push(withValues(variant, values))
    kept.add(keyOf(values))
  }
  return plan
}
