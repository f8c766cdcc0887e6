import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg, { type Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const databaseFolder = fileURLToPath(new URL('../database/', import.meta.url))
const typesGenerator = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('template1')
  await migrate(database.url)
})
afterAll(() => database.drop())

test('migrations are numbered, each with a number of its own', async () => {
  const names = await readdir(join(databaseFolder, 'migrations'))
  const numbers = names.map((name) => /^(\d{4})_\w+\.sql$/.exec(name)?.[1])
  expect(new Set(numbers).size).toBe(names.length)
  expect(numbers).not.toContain(undefined)
})

// Both files are written again by `npm run schema`.
test('schema.sql is a freshly migrated database', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const schema = await describeSchema(client)
  await client.end()
  await expect(schema).toMatchFileSnapshot(join(databaseFolder, 'schema.sql'))
})

test('the table types are those of a freshly migrated database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-types-'))
  const file = join(folder, 'types.ts')
  await promisify(execFile)(process.execPath, [
    typesGenerator,
    ...['--dialect', 'postgres'],
    ...['--url', database.url],
    ...['--out-file', file],
    ...['--exclude-pattern', '(migration|function_file)'],
    ...['--singularize', 'false'],
  ])
  const types = await readFile(file, 'utf8')
  await rm(folder, { recursive: true })
  await expect(types).toMatchFileSnapshot(join(databaseFolder, 'types.ts'))
})

/** Objects of an extension are omitted. */
const isOurs = (catalogue: string, oid: string) => `not exists (
  select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const inPublic = (namespace: string) => `${namespace} = 'public'::regnamespace`

const extensions = `
  select 'create extension ' || extname || ';' as line from pg_extension
  where extname <> 'plpgsql' order by extname`

const searchConfigurations = `
  select 'create text search configuration ' || c.cfgname || ' ('
    || string_agg(m.alias || ': ' || m.dictionaries, ', ' order by m.alias) || ');' as line
  from pg_ts_config c
  cross join lateral (
    select t.alias, string_agg(d.dictname, ' then ' order by m.mapseqno) as dictionaries
    from pg_ts_config_map m
    join pg_ts_dict d on d.oid = m.mapdict
    join ts_token_type(c.cfgparser) t on t.tokid = m.maptokentype
    where m.mapcfg = c.oid
    group by t.alias
  ) m
  where ${inPublic('c.cfgnamespace')}
  group by c.cfgname order by c.cfgname`

const types = `
  select 'create type ' || t.typname || ' as (' || string_agg(
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) || ');' as line
  from pg_type t
  join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where ${inPublic('t.typnamespace')}
  group by t.typname order by t.typname`

const sequences = `
  select format('create sequence %s as %s start %s minvalue %s;',
    c.relname, s.seqtypid::regtype, s.seqstart, s.seqmin) as line
  from pg_sequence s join pg_class c on c.oid = s.seqrelid
  where ${inPublic('c.relnamespace')} and not exists (
    select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
  order by c.relname`

const tables = `
  select c.relname as name,
    case c.relpersistence when 'u' then 'unlogged ' else '' end as persistence,
    coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options,
    array(
      select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case a.attidentity when 'a' then ' generated always as identity' else '' end
        || case
          when d.oid is null then ''
          when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          else ' default ' || pg_get_expr(d.adbin, d.adrelid) end
        || case when a.attstorage <> t.typstorage then ' storage ' || case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'x' then 'extended' else 'plain' end else '' end
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
    ) || array(
      select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint
      where conrelid = c.oid and contype <> 'n'
      order by contype, conname
    ) as members,
    array(
      select pg_get_indexdef(i.indexrelid) || ';'
      from pg_index i join pg_class ic on ic.oid = i.indexrelid
      where i.indrelid = c.oid
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
      order by ic.relname
    ) as indexes,
    array(
      select pg_get_triggerdef(oid) || ';' from pg_trigger
      where tgrelid = c.oid and not tgisinternal order by tgname
    ) as triggers
  from pg_class c
  where ${inPublic('c.relnamespace')} and c.relkind = 'r' and ${isOurs('pg_class', 'c.oid')}
  order by c.relname`

const views = `
  select format(E'create view %s as\n%s', c.relname, pg_get_viewdef(c.oid)) as line
  from pg_class c
  where ${inPublic('c.relnamespace')} and c.relkind = 'v' and ${isOurs('pg_class', 'c.oid')}
  order by c.relname`

const functions = `
  select pg_get_functiondef(p.oid) || ';' as line
  from pg_proc p
  where ${inPublic('p.pronamespace')} and ${isOurs('pg_proc', 'p.oid')}
  order by p.proname, pg_get_function_identity_arguments(p.oid)`

interface Table {
  name: string
  persistence: string
  options: string
  members: string[]
  indexes: string[]
  triggers: string[]
}

/**
 * The schema `public` of a database as SQL in a fixed order: databases with the same text have the
 * same tables, constraints, indexes, triggers, views and functions.
 */
async function describeSchema(client: Client): Promise<string> {
  const lines = async (statement: string) => {
    const { rows } = await client.query<{ line: string }>(statement)
    return rows.map(({ line }) => line)
  }
  const preamble = [
    ...(await lines(extensions)),
    ...(await lines(searchConfigurations)),
    ...(await lines(types)),
    ...(await lines(sequences)),
  ]
  const { rows } = await client.query<Table>(tables)
  const sections = [
    preamble.join('\n'),
    ...rows.map(asStatements),
    ...(await lines(views)),
    ...(await lines(functions)),
  ]
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`
}

function asStatements({ name, persistence, options, members, indexes, triggers }: Table): string {
  const body = members.map((member) => `  ${member}`).join(',\n')
  const table = `create ${persistence}table ${name} (\n${body}\n)${options};`
  return [table, ...indexes, ...triggers].join('\n')
}
