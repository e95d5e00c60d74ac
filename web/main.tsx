import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProveedorPlazos } from './dominio/plazos'
import { listenForbidden, listenSesionLost } from './lib/api'
import { createQueryClient } from './lib/consultas'
import { ProveedorZona } from './lib/zona'
import { checkPermisos, loseSesion } from './marco/lose-sesion'
import { createAppRouter } from './router'
import { ProveedorAviso } from './ui/aviso'
import { Tema } from './ui/tema'

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
