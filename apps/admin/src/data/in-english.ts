import { ApiError, isApiFailure, type Transport } from '@solvane/client/api'
import { networkFailure } from '@solvane/client/network-failure'
import type { EndpointName } from '@solvane/contract/paths'

/** Reports network failures in English, the back office's only language. */
export function inEnglish(transport: Transport<EndpointName>): Transport<EndpointName> {
  return async (...call) => {
    try {
      return await transport(...call)
    } catch (error) {
      if (isApiFailure(error) && error.status === 0) throw new ApiError(0, networkFailure.english)
      throw error
    }
  }
}
