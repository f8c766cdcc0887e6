import { ApiError, createApi, type Transport } from '@solvane/client/api'
import { describe, expect, it, vi } from 'vitest'
import { asShown, createDataProvider } from './data-provider.ts'
import type { BackOfficeResource } from './resource.ts'

const api = createApi((async () => ({})) as Transport)

const list = vi.fn<BackOfficeResource['calls']['list']>(async () => ({
  data: [{ id: '1' }],
  total: 1,
}))
const resource: BackOfficeResource = {
  name: 'coupons',
  label: 'Coupons',
  group: 'Orders',
  calls: {
    list,
    one: async (_api, id) => ({ id, code: `CODE${id}` }),
    update: async () => {
      throw new ApiError(409, 'Someone else has saved this meanwhile.', 'STALE_EDIT')
    },
  },
}
const provider = createDataProvider(api, [resource])

describe('what react-admin asks for', () => {
  it('is asked of the list with the names of the contract', async () => {
    const found = await provider.getList('coupons', {
      pagination: { page: 3, perPage: 50 },
      sort: { field: 'code', order: 'ASC' },
      filter: { q: 'summer', state: 'ACTIVE' },
    })
    expect(found).toEqual({ data: [{ id: '1' }], total: 1 })
    expect(list).toHaveBeenLastCalledWith(api, {
      page: 3,
      size: 50,
      sort: 'code',
      order: 'asc',
      q: 'summer',
      state: 'ACTIVE',
    })
  })

  it('is one by one where others refer to records', async () => {
    const { data } = await provider.getMany('coupons', { ids: ['7', '8'] })
    expect(data.map(({ code }) => code)).toEqual(['CODE7', 'CODE8'])
  })

  it('is refused with the words of the house', async () => {
    const saving = provider.update('coupons', { id: '7', data: {}, previousData: { id: '7' } })
    await expect(saving).rejects.toMatchObject({
      status: 409,
      message: 'Someone else has saved this meanwhile.',
    })
  })
})

describe('a refusal', () => {
  it('tells what is wrong beside the field', () => {
    const fields = [{ field: 'code', message: 'Too short' }]
    expect(asShown(new ApiError(400, 'Please check.', 'BAD_REQUEST', { fields }))).toMatchObject({
      body: { errors: { code: 'Too short' } },
    })
  })
})
