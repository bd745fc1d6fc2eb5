import type { Plugin } from 'vite'

/** Formats of `z.string()` that neither the contract nor a page uses as a method (`z.uuid()` and the like stay). */
const UNUSED_FORMATS =
  'jwt|emoji|guid|uuidv4|uuidv6|uuidv7|nanoid|cuid|cuid2|ulid|base64|base64url|xid|ksuid|ipv4|ipv6|cidrv4|cidrv6|e164|duration'

/**
 * What the browser does without, each of it a part of zod's module of schemas: JSON Schema, which only the OpenAPI file is
 * generated with; zod's own texts, because the contract's rules have theirs (`rule-text.ts`); cycles in values, because
 * all values come from JSON; limits read from schemas; codecs; formats that nothing uses.
 */
const UNUSED = [
  /^ +inst\._zod\.processJSONSchema = .*;$/gm,
  /^ +jsonSchema: \{\n +input: createStandardJSONSchemaMethod.*\n.*\n +\},$/gm,
  /^ +toJSONSchema\(params\) \{\n.*\n +\},$/gm,
  /^ +if \(!core\.globalConfig\.localeError\)\n +core\.config\(en\(\)\);$/gm,
  /^ +if \(!core\.globalConfig\.memoizer\)\n +core\.config\(\{ memoizer: core\.memoizer\(\) \}\);$/gm,
  /(?<=^\/\*@__PURE__\*\/ util\.derived\(\{)[\s\S]*?(?=^\}, \{)/gm,
  /^ +(?:async )?(?:safe)?(?:[eE]n|[dD]e)code(?:Async)?(?:: (?:async )?function \w+)?\(data, params\) \{\n.*\n +\},$/gm,
  new RegExp(`^ +(?:${UNUSED_FORMATS})\\(params\\) \\{\\n.*\\n +\\},$`, 'gm'),
]

const USES_UNUSED = new RegExp(`\\)\\s*\\.(${UNUSED_FORMATS})\\(`)

/**
 * Removes the parts of zod that the browser does without. @throws if zod has changed so that a part is not found, or if
 * a source uses a removed format
 */
export function slimZod(): Plugin {
  return {
    name: 'slim-zod',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$|\/(?:packages\/contract|apps\/web)\/src\/.*\.tsx?$/ },
      handler: (code, id) => {
        if (!id.endsWith('.js')) return refuseUnused(code, id)
        for (const part of UNUSED) if (code.search(part) < 0) throw new Error(`zod has no ${part.source}`)
        return { code: UNUSED.reduce((rest, part) => rest.replace(part, ''), code), map: null }
      },
    },
  }
}

function refuseUnused(code: string, id: string): void {
  const found = USES_UNUSED.exec(code)?.[1]
  if (found !== undefined) throw new Error(`${id} uses ${found}(), which zod-plugin.ts removes from the browser's zod`)
}
