import { join } from 'node:path'
import { AREA_RULES, foldersWithoutArea } from './check/area.ts'
import { type Claim, checkClaims, toolFaults } from './check/claim.ts'
import { missingClasses, strayClassNames, unusedClasses } from './check/css-class.ts'
import { defaultExports, longFiles, longFunctions, misnamedFiles, wideFunctions } from './check/file-habit.ts'
import { importCycles, readImportGraph } from './check/import-graph.ts'
import { brokenImports, IMPORT_RULES, missingImports, unnamedImports } from './check/import-rule.ts'
import { missingListedPaths, unusedSystemTx } from './check/listed-path.ts'
import { loadedAtSignIn, loadedAtStart } from './check/loaded-at-start.ts'
import { inexactVersions, readManifests } from './check/manifest.ts'
import { migrationsThatBreak, migrationsWithoutVersion } from './check/migration.ts'
import { missingNamedPaths, missingReadmes, outdatedLists } from './check/named-path.ts'
import { brokenReactRules } from './check/react-rule.ts'
import { brokenLevels, foldersWithoutLevel } from './check/server-level.ts'
import { slowPatterns } from './check/slow-pattern.ts'
import { brokenLines, SOURCE_RULES } from './check/source-rule.ts'
import { inlineRowTypes } from './check/sql-row-type.ts'
import { foreignWrites, unnamedWrites, unownedTables } from './check/table-owner.ts'
import { foreignReads, type Read, readForeignTables, readsOfLaterAreas, unusedReads } from './check/table-reader.ts'
import { repeatedEnterprises } from './check/tenant-handle.ts'
import { unnamedEnterprises } from './check/tenant-query.ts'
import { pauses, shortLimits } from './check/time-limit.ts'
import { otherVersions } from './check/version.ts'
import { brokenWebLevels, webEntriesWithoutLevel, webKnots } from './check/web-level.ts'
import { GENERATED_FILES, readText } from './generated-file.ts'

const ROOT = join(import.meta.dirname, '..')
const graph = readImportGraph(ROOT)
let tablesOfOthers: readonly Read[] | undefined
const foreignTables = () => (tablesOfOthers ??= readForeignTables(ROOT))
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)

const CLAIMS: readonly Claim[] = [
  {
    says: 'types are correct: packages, server, scripts',
    faults: () => toolFaults(ROOT, [bin('tsc'), '-p', 'tsconfig.json']),
  },
  { says: 'types are correct: web app', faults: () => toolFaults(ROOT, [bin('tsc'), '-p', 'apps/web/tsconfig.json']) },
  {
    says: 'types are correct: browser tests',
    faults: () => toolFaults(ROOT, [bin('tsc'), '-p', 'tests/tsconfig.json']),
  },
  {
    says: 'format and lint rules are followed',
    faults: () => toolFaults(ROOT, [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.']),
  },
  { says: 'nothing is unused', faults: () => toolFaults(ROOT, [bin('knip'), '--no-progress']) },
  { says: 'every class of a CSS module is used', faults: () => unusedClasses(ROOT) },
  { says: 'every class that a component uses exists', faults: () => missingClasses(ROOT) },
  { says: 'every shared class is used and exists', faults: () => strayClassNames(ROOT) },
  { says: 'every import resolves', faults: () => missingImports(graph) },
  {
    says: 'workspaces import only what their package.json names',
    faults: () => unnamedImports(graph, readManifests(ROOT)),
  },
  {
    says: 'no import cycles, of values or of types',
    faults: () => importCycles(graph).map((cycle) => cycle.join(' -> ')),
  },
  { says: 'libraries that few calls need are not loaded at the start', faults: () => loadedAtStart(graph) },
  { says: 'the sign-in page does not load the rules of later pages', faults: () => loadedAtSignIn(graph) },
  ...[...IMPORT_RULES, ...AREA_RULES].map(
    (rule): Claim => ({ says: rule.claim, faults: () => brokenImports(graph, rule) }),
  ),
  { says: 'folders of the server import only those before them (SERVER_LEVELS)', faults: () => brokenLevels(graph) },
  { says: 'each folder of the server has a level', faults: () => foldersWithoutLevel(ROOT) },
  { says: 'a level of the web app imports only levels to its left (WEB_LEVELS)', faults: () => brokenWebLevels(graph) },
  { says: 'folders of the web app form no knot', faults: () => webKnots(graph) },
  { says: 'each folder of the web app has a level', faults: () => webEntriesWithoutLevel(ROOT) },
  { says: 'modules, features and contract files are in an area', faults: () => foldersWithoutArea(ROOT) },
  { says: 'every file and module that a rule lists exists', faults: () => missingListedPaths(ROOT) },
  { says: 'every path that a page about the code names exists', faults: () => missingNamedPaths(ROOT) },
  { says: 'the pages about the code list areas and levels as the rules do', faults: () => outdatedLists(ROOT) },
  { says: 'every area, package and level has a README of at most 30 lines', faults: () => missingReadmes(ROOT) },
  { says: 'files are named in kebab-case, or after their component', faults: () => misnamedFiles(ROOT) },
  { says: 'exports are named', faults: () => defaultExports(ROOT) },
  {
    says: 'files of the product stay under 450 lines, listed ones under their own limit',
    faults: () => longFiles(ROOT),
  },
  { says: 'no function of the product is over 60 lines', faults: () => longFunctions(ROOT) },
  { says: 'no function of the product has more than four parameters', faults: () => wideFunctions(ROOT) },
  { says: 'the version is that of package.json everywhere', faults: () => otherVersions(ROOT) },
  { says: 'versions of dependencies are exact', faults: () => inexactVersions(ROOT) },
  { says: 'every module that may use systemTx uses it', faults: () => unusedSystemTx(ROOT) },
  ...SOURCE_RULES.map((rule): Claim => ({ says: rule.claim, faults: () => brokenLines(ROOT, rule) })),
  { says: 'no limit of a test is shorter than the one for hangs', faults: () => shortLimits(ROOT) },
  { says: 'no test pauses where it could poll', faults: () => pauses(ROOT) },
  { says: 'no regular expression takes more time than its input is long', faults: () => slowPatterns(ROOT) },
  { says: "the web app follows React's rules (React Compiler)", faults: () => brokenReactRules(ROOT) },
  { says: 'each table is written only by its owner', faults: () => foreignWrites(ROOT) },
  {
    says: 'a table is read by its owner, and by the modules of FOREIGN_READS',
    faults: () => foreignReads(foreignTables()),
  },
  {
    says: 'no module reads tables of a later area, but the listed ones (LATER_READS)',
    faults: () => readsOfLaterAreas(foreignTables()),
  },
  { says: 'every listed read of a foreign table occurs', faults: () => unusedReads(foreignTables()) },
  { says: 'each table of the database has one owner', faults: () => unownedTables(ROOT) },
  {
    says: 'each migration states the oldest version that works with its tables',
    faults: () => migrationsWithoutVersion(ROOT),
  },
  {
    says: 'no migration drops, renames or requires what a version before reads or does not write',
    faults: () => migrationsThatBreak(ROOT),
  },
  { says: 'each write names its table', faults: () => unnamedWrites(ROOT) },
  {
    says: 'no inline object type in sql<...>: rows are columns of the tables, or named',
    faults: () => inlineRowTypes(ROOT),
  },
  {
    says: 'no function takes the handle of an enterprise and then its ID: it is db.enterpriseId',
    faults: () => repeatedEnterprises(ROOT),
  },
  {
    says: "a query by the handle of an enterprise names it, besides row-level security: .where('enterprise_id', ...)",
    faults: () => unnamedEnterprises(ROOT),
  },
  ...GENERATED_FILES.map(
    ({ claim, path, text }): Claim => ({
      says: claim,
      faults: async () => ((await text()) === readText(path) ? [] : [`${path} is outdated: npm run generate`]),
    }),
  ),
]

const failed = await checkClaims(CLAIMS)
console.log(failed === 0 ? `all ${CLAIMS.length} claims hold` : `${failed} of ${CLAIMS.length} claims failed`)
process.exitCode = failed === 0 ? 0 : 1
