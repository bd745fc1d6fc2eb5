import { fillText } from '@simwright/contract/fill-text'
import { securityTexts } from '../../../texts/security.ts'

const texts = securityTexts.sessions

/** The first match wins, because user agents also name the browsers that they are derived from. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Display name of a user agent: "Chrome on Windows" for a browser, the program name ("curl") for anything else. */
export function deviceOf(userAgent: string): string {
  const find = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return fillText(texts.device, { browser, system })
  return browser ?? system ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || texts.unknownDevice)
}
