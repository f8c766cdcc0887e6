import { defineJob } from '../../platform/jobs/jobs.ts'

/** Written with every change of an attempt's state or refunds, in its transaction; orders does it. */
export const paymentChanged = defineJob<{ paymentId: string }>('payment-changed')
