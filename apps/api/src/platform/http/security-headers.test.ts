import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { emailStyleSheet } from '../mail/email.ts'
import { plainHeaders, securityHeaders } from './site-files.ts'

const options = {
  publicUrl: 'http://localhost:3000',
  assetsBaseUrl: '',
  pixelUrl: null,
  development: false,
}

describe('the security headers', () => {
  it('allow scripts and style sheets of the shop only, and none inline', () => {
    const policy = securityHeaders(options)['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self' 'inline-speculation-rules';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  })

  it('let the back office preview pictures and e-mails, and are otherwise the same', () => {
    const shop = securityHeaders(options)['content-security-policy']
    const office = securityHeaders({ ...options, isBackOffice: true })['content-security-policy']
    const sheet = createHash('sha256').update(emailStyleSheet).digest('base64')
    const expected = shop
      ?.replace(" 'inline-speculation-rules'", '')
      .replace("img-src 'self' data:", "img-src 'self' data: blob:")
      .replace("style-src 'self'", `style-src 'self' 'sha256-${sheet}'`)
    expect(office).toBe(expected)
  })

  it('pin https if the shop uses it', () => {
    expect(securityHeaders(options)['strict-transport-security']).toBeUndefined()
    expect(
      securityHeaders({ ...options, publicUrl: 'https://solvane.example' })[
        'strict-transport-security'
      ],
    ).toMatch(/^max-age=\d+/)
  })

  it.each([
    ['http://localhost:3000', 'ws://localhost:3000'],
    ['https://solvane.example', 'wss://solvane.example'],
  ])('allow connections to %s alone, including web sockets', (publicUrl, sockets) => {
    const policy = securityHeaders({ ...options, publicUrl })['content-security-policy']
    expect(policy).toContain(`connect-src 'self' ${sockets};`)
  })

  it('of responses that are no page forbid scripts and frames, and pin https', () => {
    expect(plainHeaders(options)).not.toHaveProperty('strict-transport-security')
    expect(plainHeaders({ publicUrl: 'https://solvane.example' })).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*frame-ancestors 'none'$/,
      ),
      'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
    })
  })

  it('allow the pixel’s requests as pictures, and no script of it', () => {
    const pixelUrl = 'https://pixel.example/tr'
    const policy = securityHeaders({ ...options, pixelUrl })['content-security-policy']
    expect(policy).toContain("img-src 'self' data: https://pixel.example;")
    expect(policy).toContain("script-src 'self' 'inline-speculation-rules';")
    expect(policy?.match(/pixel/g)).toHaveLength(1)
  })

  it('allow pictures from the assets base', () => {
    const headers = securityHeaders({ ...options, assetsBaseUrl: 'https://cdn.example/pictures' })
    expect(headers['content-security-policy']).toContain(
      "img-src 'self' data: https://cdn.example;",
    )
  })
})
