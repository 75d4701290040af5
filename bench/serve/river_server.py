"""River behind FastAPI and uvicorn, as people build it by hand: the same examples, nothing durable.

`bench/serve/run.py` runs it.
"""

from fastapi import FastAPI, Request
from river import compose, linear_model, preprocessing

app = FastAPI()
model = compose.Pipeline(
    compose.TransformerUnion(
        compose.Select("hour", "price", "new") | preprocessing.StandardScaler(),
        compose.Select("user", "ad") | preprocessing.OneHotEncoder(),
    ),
    linear_model.LogisticRegression(),
)


@app.post("/v1/models/m/learn")
async def learn(request: Request):
    x = await request.json()
    y = bool(x.pop("label"))
    p = model.predict_proba_one(x).get(True, 0.5)
    model.learn_one(x, y)
    return {"predictions": [{"prediction": p}]}


@app.post("/v1/models/m/predict")
async def predict(request: Request):
    return {"predictions": [{"prediction": model.predict_proba_one(await request.json()).get(True, 0.5)}]}
