/** VAT numbers after their prefix, by country: those of the EU and of the United Kingdom. */
const shapes: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  // Greece's prefix is not its ISO code.
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  // Northern Ireland.
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
}

/** A tax number as it is stored: in capitals, without spaces, dots, hyphens and slashes. */
export function plainTaxNumber(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s.\-/]/g, '')
}

/** Whether a plain tax number has the shape of its country's, if its first two letters name one. */
export function isTaxNumber(number: string): boolean {
  const shape = shapes[number.slice(0, 2)]
  return shape ? shape.test(number.slice(2)) : /^[A-Z0-9]{4,20}$/.test(number)
}

/** Said of one that has not. */
export const wrongTaxNumber =
  'Please check the number: it begins with the two letters of its country, such as FR12345678901'
