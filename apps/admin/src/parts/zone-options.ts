const zones = Intl.supportedValuesOf('timeZone')

/** The time zones to choose from, including the current one. */
export function zoneOptions(current: string): string[] {
  return zones.includes(current) ? zones : [current, ...zones]
}
