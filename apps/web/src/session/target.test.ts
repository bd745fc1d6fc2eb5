import { describe, expect, it } from 'vitest'
import { localTarget } from './target.ts'

const HERE = 'https://portal.example'

describe('the page to open after sign-in', () => {
  it.each(['/home', '/profile/fleet?status=DELETED,DISABLED&open=1', '/setting/audit#top', '/c/a%2F%2Fb'])(
    '%s is opened',
    (target) => expect(localTarget(target)).toBe(target),
  )

  it.each([
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'HTTPS://portal.example@evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'blob:https://portal.example/1',
    '@evil.example',
  ])('%j never leads to another host', (target) => {
    const opened = localTarget(target)
    expect(new URL(opened, HERE).origin).toBe(HERE)
    expect(opened).toBe('/')
  })
})
