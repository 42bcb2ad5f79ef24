import { type DynamicModule, ValidationPipe } from "@nestjs/common";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { BearerGuard, bearer, exceptionFactory, UhpModule } from "@uhp-errors/nestjs";

class Settings {
  declare readonly vendor: string;
}

const contract = createContract(defineCatalog({ vendor: "acme" }));
export const modules: readonly DynamicModule[] = [
  UhpModule.forRoot({ contract }),
  UhpModule.forRootAsync({ inject: [Settings], useFactory: (_settings: Settings) => ({ contract }) }),
];
export const pipe = new ValidationPipe({ whitelist: true, exceptionFactory });
const guard = new BearerGuard((token) => (token === "good" ? { name: "Ada" } : undefined));
export const nameOf = (request: Parameters<typeof guard.principal>[0]): string => guard.principal(request).name;
export const middleware = bearer(contract, () => ({ name: "Ada" }));
