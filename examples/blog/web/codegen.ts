import type { CodegenConfig } from '@graphql-codegen/cli'
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset'

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['src/**/*.{ts,tsx}', '!src/gql/**'],
  generates: {
    'src/gql/': {
      preset: 'client',
      documentTransforms: [addTypenameSelectionDocumentTransform], // Apollo Client asks for it
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      config: {
        useTypeImports: true,
        strictScalars: true,
        avoidOptionals: { field: true }, // a field that was asked for is there
        enumsAsTypes: true,
        scalars: { BigInt: 'string | number', Byte: 'string', Date: 'string', DateTime: 'string', File: 'File', JSON: 'unknown', JSONObject: 'Record<string, unknown>', Time: 'string' },
      },
    },
  },
}

export default config
