/* Zod compiles schemas with `new Function` where it can, and probes for it when it loads. The
    page's policy forbids that, and browsers report even the probe, so it is switched off before Zod
    loads, through the object that `z.config()` writes to. Importing Zod here would put it on every
    page. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
