import { defineConfig } from 'vite'
import { CHILD_PROGRAMS } from './server/platform/process/child-programs.ts'

/** The server and its command line programs, bundled for Node; packages stay external. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node22',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/start/main.ts',
        user: 'server/start/user.ts',
        copia: 'server/operacion/copias/cli.ts',
        reproducir: 'server/oir/lecturas/ingress/reproducir-cli.ts',
        ...CHILD_PROGRAMS,
        demo: 'demo/main.ts',
        siembra: 'demo/siembra.ts',
        simulador: 'demo/simulador.ts',
      },
      // No hashes: a running server still finds its lazily loaded files after a new build.
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name].js' },
    },
  },
})
