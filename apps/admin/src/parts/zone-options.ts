const zones = Intl.supportedValuesOf('timeZone')

/** The time zones to choose from, with the one that is set. */
export function zoneOptions(current: string): string[] {
  return zones.includes(current) ? zones : [current, ...zones]
}
