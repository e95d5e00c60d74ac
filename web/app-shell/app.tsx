import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ProveedorPlazos } from '../dominio/plazos'
import { listenForbidden, listenSesionLost } from '../lib/api/api'
import { ProveedorZona } from '../lib/time/zona'
import type { createAppRouter } from '../router'
import { ProveedorAviso } from '../ui/feedback/aviso'
import { Tema } from '../ui/theme/tema'
import { checkPermisos, loseSesion } from './lose-sesion'

type Props = { queryClient: QueryClient; router: ReturnType<typeof createAppRouter> }

/** Lets a lost session and a refused call change what the app shows. */
export function watchSesion({ queryClient, router }: Props): void {
  listenSesionLost(() => loseSesion(queryClient, router))
  listenForbidden(() => void checkPermisos(queryClient, router))
}

/** The whole app, on the address of its router. */
export function App({ queryClient, router }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Tema>
        <ProveedorAviso>
          <ProveedorZona>
            <ProveedorPlazos>
              <RouterProvider router={router} />
            </ProveedorPlazos>
          </ProveedorZona>
        </ProveedorAviso>
      </Tema>
    </QueryClientProvider>
  )
}
