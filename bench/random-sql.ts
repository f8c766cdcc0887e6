// What looks random and is the same at every run: lists of words, and SQL expressions that pick from them.

export const firstNames =
  'Ada,Bea,Cleo,Dora,Edith,Fay,Gwen,Hugo,Ida,June,Karl,Lena,Max,Noa,Otto,Petra,Quinn,Ruth,Sam,Tess'
export const lastNames =
  'Abbott,Berger,Costa,Dubois,Eriksen,Fischer,Garcia,Hansen,Ivanov,Jansen,Keller,Lindqvist,Moreau,Novak,Okafor,Petit,Rossi,Schmidt,Takeda,Weber'
export const cities = 'New York,London,Paris,Milan,Berlin,Madrid,Tokyo,Toronto,Sydney,Zurich'
export const countries = 'US,GB,FR,IT,DE,ES,JP,CA,AU,CH'

/** A number from 0 to below 1. */
export const random = (of: string, salt: number) =>
  `((hashint8extended(${of}, ${salt}) & 2147483647)::float8 / 2147483648)`
/** An id as the shop makes them (version 4), from a text. */
export const idOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`
/** One of a list of words, separated by commas. */
export const pick = (list: string, of: string, salt: number) =>
  `(string_to_array('${list}', ','))[1 + floor(${random(of, salt)} * ${list.split(',').length})::int]`
