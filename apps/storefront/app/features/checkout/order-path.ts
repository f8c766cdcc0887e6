/** Where an order is looked at before it is placed. */
export const orderPreviewPath = '/order/preview'
