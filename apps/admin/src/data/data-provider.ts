import { type Api, isApiFailure } from '@solvane/client/api'
import type { CallName } from '@solvane/contract/paths'
import {
  type DataProvider,
  type FilterPayload,
  HttpError,
  type PaginationPayload,
  type SortPayload,
} from 'react-admin'
import type { BackOfficeResource, ListQuery, ResourceCalls } from './resource.ts'

interface ListParams {
  pagination?: PaginationPayload
  sort?: SortPayload
  filter?: FilterPayload
}

function listQuery({ pagination, sort, filter }: ListParams): ListQuery {
  return {
    page: pagination?.page ?? 1,
    size: pagination?.perPage ?? 100,
    ...(sort?.field && { sort: sort.field, order: sort.order === 'ASC' ? 'asc' : 'desc' }),
    ...filter,
  }
}

/**
 * What react-admin shows of a refused call: the envelope's message, and what is wrong with which
 * field beside the field.
 */
export function asShown(error: unknown): unknown {
  if (!isApiFailure(error)) return error
  const { status, message, details } = error
  const fields = (details?.fields ?? []) as { field: string; message: string }[]
  return new HttpError(message, status, {
    ...(fields.length > 0 && {
      errors: Object.fromEntries(fields.map(({ field, message }) => [field, message])),
    }),
  })
}

/** Carries what react-admin asks for to the calls of `resources`. Rejects with an `HttpError`. */
export function createDataProvider(
  api: Api<CallName>,
  resources: readonly BackOfficeResource[],
): DataProvider {
  const byName = new Map(resources.map(({ name, calls }) => [name, calls]))

  /** The `kind` of call of a resource; one that is not there is a mistake of a page. */
  function callOf<Kind extends keyof ResourceCalls>(resource: string, kind: Kind) {
    const call = byName.get(resource)?.[kind]
    if (!call) throw new Error(`There is no call to ${kind} ${resource}.`)
    return call as NonNullable<ResourceCalls[Kind]>
  }

  async function shown<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      throw asShown(error)
    }
  }

  const provider: DataProvider = {
    getList: async (resource, params) =>
      shown(callOf(resource, 'list')(api, listQuery(params))) as never,
    getManyReference: async (resource, { target, id, ...params }) => {
      const filter = { ...params.filter, [target]: id }
      return shown(callOf(resource, 'list')(api, listQuery({ ...params, filter }))) as never
    },
    getOne: async (resource, { id }) => {
      const data = await shown(callOf(resource, 'one')(api, String(id)))
      return { data: data as never }
    },
    getMany: async (resource, { ids }) => {
      const one = callOf(resource, 'one')
      return { data: (await shown(Promise.all(ids.map((id) => one(api, String(id)))))) as never }
    },
    create: async (resource, { data }) => {
      const made = await shown(callOf(resource, 'create')(api, data))
      return { data: made as never }
    },
    update: async (resource, { id, data }) => {
      const changed = await shown(callOf(resource, 'update')(api, String(id), data))
      return { data: changed as never }
    },
    updateMany: async (resource, { ids, data }) => {
      const update = callOf(resource, 'update')
      for (const id of ids) await shown(update(api, String(id), data))
      return { data: ids }
    },
    delete: async (resource, { id, previousData }) => {
      await shown(callOf(resource, 'remove')(api, String(id)))
      return { data: (previousData ?? { id }) as never }
    },
    deleteMany: async (resource, { ids }) => {
      const remove = callOf(resource, 'remove')
      for (const id of ids) await shown(remove(api, String(id)))
      return { data: ids }
    },
  }
  return provider
}
