import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { checkPermisos, loseSesion } from './app-shell/lose-sesion'
import { ProveedorPlazos } from './dominio/plazos'
import { listenForbidden, listenSesionLost } from './lib/api/api'
import { createQueryClient } from './lib/api/consultas'
import { ProveedorZona } from './lib/time/zona'
import { createAppRouter } from './router'
import { ProveedorAviso } from './ui/feedback/aviso'
import { Tema } from './ui/theme/tema'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
listenSesionLost(() => loseSesion(queryClient, router))
listenForbidden(() => void checkPermisos(queryClient, router))

const raiz = document.getElementById('raiz')
if (!raiz) throw new Error('index.html lacks #raiz')
createRoot(raiz).render(
  <StrictMode>
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
  </StrictMode>,
)
