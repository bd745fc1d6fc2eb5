import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * The script of the API reference (Scalar), which the server serves itself. The package has it only inside its plugin for
 * Fastify, and needs a tenth of the dependencies of `@scalar/api-reference`.
 */
export async function referenceScript(): Promise<string> {
  const app = Fastify()
  try {
    await app.register(reference, { routePrefix: '/', configuration: { url: '/' } })
    const { statusCode, body } = await app.inject({ url: '/js/scalar.js' })
    if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference serves its script at another path')
    return body
  } finally {
    await app.close()
  }
}
