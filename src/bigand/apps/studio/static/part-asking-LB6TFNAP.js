import{a,b,c,d}from"./part-chunk-PRMZSIIF.js";import"./part-chunk-5FPIM4XA.js";export{a as RefusedError,b as heard,d as newest,c as workOf};
