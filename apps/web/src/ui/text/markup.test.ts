import { cpuUsage } from 'node:process'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from './markup.ts'

describe('the markup of a text', () => {
  test('has headings, paragraphs with line breaks, and lists', () => {
    expect(parseMarkup('# Terms\n\nFirst line\nsecond line\n\n- one\n  goes on\n- two\n3. three\n### End')).toEqual([
      { kind: 'heading', level: 1, text: ['Terms'] },
      { kind: 'paragraph', lines: [['First line'], ['second line']] },
      { kind: 'list', ordered: false, start: 1, items: [['one', ' ', 'goes on'], ['two']] },
      { kind: 'list', ordered: true, start: 3, items: [['three']] },
      { kind: 'heading', level: 3, text: ['End'] },
    ])
  })

  test('has bold text and links', () => {
    expect(parseMarkup('See **all** of [our page](https://a.example/x?y=1) or [write](mailto:a@b.example).')).toEqual([
      {
        kind: 'paragraph',
        lines: [
          [
            'See ',
            { kind: 'strong', text: 'all' },
            ' of ',
            { kind: 'link', text: 'our page', href: 'https://a.example/x?y=1' },
            ' or ',
            { kind: 'link', text: 'write', href: 'mailto:a@b.example' },
            '.',
          ],
        ],
      },
    ])
  })

  test.each([
    '<script>alert(1)</script>',
    '<a href="https://a.example">a</a>',
    '[run](javascript:alert(1))',
    '[run](JAVASCRIPT:alert(1))',
    '[run](data:text/html,x)',
    '[file](/etc/passwd)',
    '[quoted](https://a.example/"onclick=x)',
    '** not bold',
    '#no heading',
    '&lt;b&gt;',
  ])('leaves %s as it is written', (text) => {
    expect(parseMarkup(text)).toEqual([{ kind: 'paragraph', lines: [[text]] }])
  })

  test('is parsed fast, whatever is written', () => {
    // processor time, which other programs on the machine hardly change
    const start = cpuUsage()
    for (const bad of ['[', '**', '[a](https://', '- ', '#', '**[']) parseMarkup(bad.repeat(60_000 / bad.length))
    const { user, system } = cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(2000)
  })
})
