import { configure } from "@testing-library/react";

// What loads itself when first reached for may take a while on a busy machine.
configure({ asyncUtilTimeout: 8_000 });
